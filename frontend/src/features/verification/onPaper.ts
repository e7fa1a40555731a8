/** Hides navigation in print. */
export const onPaper = {
  '@media print': { 'header, footer, nav, button': { display: 'none !important' } },
};
