/** Number of new articles that one fetch brings at most, and number of articles that a new subscriber gets. */
export const ADMITTED = 50;
