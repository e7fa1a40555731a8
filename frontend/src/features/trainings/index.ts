export { BatchPoster, TrainingPoster } from './posters';
