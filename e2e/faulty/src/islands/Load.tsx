if (globalThis.document) throw new Error('made to fail at load')

export const Load = () => <p id="fault">readable</p>
