export { NextSessionsPanel } from './NextSessionsPanel';
