/** The address's filters as the API's query: the city's name is only for people. */
export function apiQuery<Query>({
  city: _,
  ...query
}: { city?: string } & Record<string, unknown>): Query {
  return query as Query;
}
