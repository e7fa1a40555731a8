/*
 * What only Arabic needs, as one file that is loaded for it: styles from the right to the left, and the
 * words of MUI's own components, which ask the browser for a format of numbers as soon as they are loaded.
 */
export { arSA as texts } from '@mui/material/locale';
export { default as mirror } from '@mui/stylis-plugin-rtl';
