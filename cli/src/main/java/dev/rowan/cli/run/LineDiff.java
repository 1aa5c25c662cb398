package dev.rowan.cli.run;

import java.util.ArrayList;
import java.util.List;

/// The lines by which two texts differ, with their numbers, those of the first marked `-` and of the second `+`.
final class LineDiff {
    private LineDiff() {}

    /// Texts of thousands of lines take some MB for a moment, since all common lines are found.
    static List<String> between(List<String> before, List<String> after) {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        var lines = new ArrayList<String>();
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                i++;
                j++;
            } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add("-%4d  %s".formatted(i + 1, before.get(i)));
                i++;
            } else {
                lines.add("+%4d  %s".formatted(j + 1, after.get(j)));
                j++;
            }
        }
        return lines;
    }
}
