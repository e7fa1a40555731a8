/** Returns values as options with their texts. */
export const toOptions = <Value extends string>(
  values: readonly Value[],
  text: (value: Value) => string,
) => values.map((value) => ({ value, label: text(value) }));
