import { CategoryGrid } from './CategoryGrid';
import { UpcomingBatches } from './UpcomingBatches';

/** What the home page shows of the catalogue; loaded after the page itself. */
export default function HomeCatalogue() {
  return (
    <>
      <CategoryGrid />
      <UpcomingBatches />
    </>
  );
}
