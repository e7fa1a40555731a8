/* Arabic-only code in one chunk: right-to-left styles and MUI's own texts. MUI's texts create a
   number format on import, so English pages do not load them. */
export { arSA as texts } from '@mui/material/locale';
export { default as mirror } from '@mui/stylis-plugin-rtl';
