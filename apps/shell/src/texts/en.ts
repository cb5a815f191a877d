export const en = {
  floors: { football: 'Football', basketball: 'Basketball' },
  header: {
    skip: 'Skip to content',
    nextSale: 'Next sale in:',
    saleLive: 'Sale is live!',
    seasonStarts: 'Season {{season}} starts in:',
    seasonLive: 'Season {{season}} is live',
    floors: 'Floors',
    languages: 'Language',
    main: 'Main',
    menu: 'Menu',
    close: 'Close menu',
    whitepaper: 'Whitepaper',
    playGame: 'Play Game',
    playNow: 'Play Now!',
  },
  footer: {
    social: 'Social',
    developedBy: 'Developed by',
    invented: 'Teams and athletes are invented. {{product}} is affiliated with no league, team or player.',
  },
}
