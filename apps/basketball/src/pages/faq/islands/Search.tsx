export { QuestionSearch as Search } from '@fieldhouse/design'
