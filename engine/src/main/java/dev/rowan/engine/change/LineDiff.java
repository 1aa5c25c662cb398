package dev.rowan.engine.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A line diff of two texts.
public final class LineDiff {
    /// Larger differences are not searched for common lines.
    private static final long MAX_CELLS = 4_000_000;

    private LineDiff() {}

    /// The side of a line.
    public enum Side {
        BEFORE,
        AFTER,
        BOTH
    }

    /// A line with its number in its own text, from 1; a common line has the number in the second.
    public record Line(Side side, int number, String text) {

        /// `-  12  the line`
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s%4d  %s", mark(), number, text);
        }

        public String mark() {
            return switch (side) {
                case BEFORE -> "-";
                case AFTER -> "+";
                case BOTH -> " ";
            };
        }
    }

    /// The lines that differ.
    public static List<Line> between(List<String> before, List<String> after) {
        return all(before, after).stream()
                .filter(line -> line.side() != Side.BOTH)
                .toList();
    }

    /// All lines; common ones once.
    public static List<Line> all(List<String> before, List<String> after) {
        int start = 0;
        while (start < Math.min(before.size(), after.size())
                && before.get(start).equals(after.get(start))) {
            start++;
        }
        int end = 0;
        while (end < Math.min(before.size(), after.size()) - start
                && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
            end++;
        }
        var lines = new ArrayList<Line>();
        for (int i = 0; i < start; i++) {
            lines.add(new Line(Side.BOTH, i + 1, after.get(i)));
        }
        middle(before.subList(start, before.size() - end), after.subList(start, after.size() - end), start, lines);
        for (int i = after.size() - end; i < after.size(); i++) {
            lines.add(new Line(Side.BOTH, i + 1, after.get(i)));
        }
        return lines;
    }

    private static void middle(List<String> before, List<String> after, int start, List<Line> lines) {
        int[][] common =
                (long) before.size() * after.size() > MAX_CELLS ? new int[before.size() + 1][0] : common(before, after);
        boolean searched = common[0].length > 0;
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (searched
                    && i < before.size()
                    && j < after.size()
                    && before.get(i).equals(after.get(j))) {
                lines.add(new Line(Side.BOTH, start + j + 1, after.get(j)));
                i++;
                j++;
            } else if (j == after.size()
                    || (i < before.size() && (!searched || common[i + 1][j] >= common[i][j + 1]))) {
                lines.add(new Line(Side.BEFORE, start + i + 1, before.get(i)));
                i++;
            } else {
                lines.add(new Line(Side.AFTER, start + j + 1, after.get(j)));
                j++;
            }
        }
    }

    /// The length of the longest common subsequence of both suffixes, for each pair of positions.
    private static int[][] common(List<String> before, List<String> after) {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }
}
