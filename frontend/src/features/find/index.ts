export { FindButton } from './FindButton';
