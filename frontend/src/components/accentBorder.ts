/** The line at the beginning of what is set apart: an entry of a history, somebody's words. */
export const accentBorder = (borderColor = 'divider') => ({
  borderInlineStart: '3px solid',
  borderColor,
  paddingInlineStart: 2,
});
