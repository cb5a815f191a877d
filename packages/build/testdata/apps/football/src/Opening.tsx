/** A part of a page, in a file of its own. */
export const Opening = () => <p>The first words</p>
