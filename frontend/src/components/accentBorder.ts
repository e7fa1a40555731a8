/** A start border that sets off content, such as a history entry or a quote. */
export const accentBorder = (borderColor = 'divider') => ({
  borderInlineStart: '3px solid',
  borderColor,
  paddingInlineStart: 2,
});
