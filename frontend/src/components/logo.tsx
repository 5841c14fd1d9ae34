/** Draws the logo: the kanji for weight, as a seal. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true" focusable="false">
    <rect width="64" height="64" rx="15" fill="#b23a24" />
    <path
      d="M42 12.500Q33 15 22 15.500M12 22.500H52M20 29.500V42H44V29.500ZM20 35.750H44M17 47.500H47M11 53.500H53M32 15V53.500"
      fill="none"
      stroke="#fff9f4"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
