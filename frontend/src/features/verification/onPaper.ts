/** What is printed is the answer, without the ways to other pages. */
export const onPaper = {
  '@media print': { 'header, footer, nav, button': { display: 'none !important' } },
};
