export { CommandPaletteButton } from './CommandPaletteButton';
