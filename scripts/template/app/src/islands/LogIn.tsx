export { LogIn } from '@fieldhouse/collection'
