export { default as OrganizationDetailsPage } from './OrganizationDetailsPage';
