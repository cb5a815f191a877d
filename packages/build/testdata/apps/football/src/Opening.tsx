/** What a page loads apart. */
export const Opening = () => <p>The first words</p>
