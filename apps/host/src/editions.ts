/** The release of this script, and of the libraries that all others share. */
export const HOST = 'host'

/** The edition whose release holds everything around main. */
export const SHELL = 'shell'
