package dev.rowan.web.compare;

/// Two values by what they begin and end with alike and what lies between; long stretches are cut.
record TextDiff(String start, String before, String after, String end) {
    private static final int AROUND = 60;
    private static final int MIDDLE = 600;

    static TextDiff of(String a, String b) {
        int most = Math.min(a.length(), b.length());
        int start = 0;
        while (start < most && a.charAt(start) == b.charAt(start)) {
            start++;
        }
        start -= start > 0 && Character.isHighSurrogate(a.charAt(start - 1)) ? 1 : 0;
        int end = 0;
        while (end < most - start && a.charAt(a.length() - 1 - end) == b.charAt(b.length() - 1 - end)) {
            end++;
        }
        end -= end > 0 && Character.isLowSurrogate(a.charAt(a.length() - end)) ? 1 : 0;
        String head = a.substring(0, start);
        String tail = a.substring(a.length() - end);
        return new TextDiff(
                head.length() > AROUND ? "…" + head.substring(head.length() - AROUND) : head,
                cut(a.substring(start, a.length() - end)),
                cut(b.substring(start, b.length() - end)),
                tail.length() > AROUND ? tail.substring(0, AROUND) + "…" : tail);
    }

    private static String cut(String text) {
        return text.length() > MIDDLE ? text.substring(0, MIDDLE) + "…" : text;
    }
}
