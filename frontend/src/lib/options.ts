/** Values as the options of a field, with the text that each has. */
export const toOptions = <Value extends string>(
  values: readonly Value[],
  text: (value: Value) => string,
) => values.map((value) => ({ value, label: text(value) }));
