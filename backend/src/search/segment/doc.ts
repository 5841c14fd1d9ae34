/** The indexed fields of an article: plain text, as shown to this reader. */
export type SearchText = {
  article_id: string;
  /** Changes when the text does. */
  version: string;
  title: string;
  body: string;
  author: string | null;
  categories: string[];
};
