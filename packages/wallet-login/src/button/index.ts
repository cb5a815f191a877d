/// <reference path="../css-modules.d.ts" />

export { LoginButton, type LoginButtonProps } from './LoginButton'
