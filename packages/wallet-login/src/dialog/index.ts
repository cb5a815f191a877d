/// <reference path="../css-modules.d.ts" />

export { Dialog, type DialogProps } from './Dialog'
