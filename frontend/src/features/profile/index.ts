export { default as AddressPage } from './AddressPage';
