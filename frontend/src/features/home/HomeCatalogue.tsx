import { CategoryGrid } from './CategoryGrid';
import { UpcomingBatches } from './UpcomingBatches';

/** The catalogue part of the home page, loaded after it. */
export default function HomeCatalogue() {
  return (
    <>
      <CategoryGrid />
      <UpcomingBatches />
    </>
  );
}
