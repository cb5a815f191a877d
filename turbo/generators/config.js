/** `npm run new-edition rugby`: an edition that builds, tests and ships, made of the template beside this. */
module.exports = (plop) => {
  plop.setGenerator('new-edition', {
    description: 'An edition of its own: app, look, texts in both languages, tests',
    prompts: [
      { type: 'input', name: 'name', message: 'Its name, with which its addresses begin, such as rugby' },
      { type: 'input', name: 'english', message: 'What people call it in English' },
      { type: 'input', name: 'spanish', message: 'What people call it in Spanish' },
    ],
    actions: [
      async ({ name, english, spanish }) => {
        const { newEdition } = await import('../../scripts/lib/new-edition.mjs')
        return newEdition({ root: plop.getDestBasePath(), name, names: [english, spanish] })
      },
    ],
  })
}
