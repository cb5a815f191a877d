export { Foil } from '@fieldhouse/design'
