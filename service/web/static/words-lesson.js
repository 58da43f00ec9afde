/** The words of lessons alone. */
import { words as later } from "./words-later.js";

export const words = {
  ...later,
  stepOf: (/** @type {number} */ step, /** @type {number} */ steps) => `Step ${step} of ${steps}`,
  showMe: "Show me",
  stepBack: "One step back",
  strayed: "That is allowed, too. Go on as you like, or back to the lesson.",
  backToStep: "Back to the lesson",
  forReal: "Play for real",
  leaveLesson: "Leave",
  lessonGone: "This lesson does not go on: the game has changed since it was begun.",
};
