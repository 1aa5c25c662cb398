package dev.rowan.api.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Suggests the known name closest to a misspelt one.
public final class NearName {
    private NearName() {}

    /// `did you mean 'x'?` if a known name is close enough.
    ///
    /// Close is one edit per three characters, ignoring case.
    public static Optional<String> hint(String found, Collection<String> known) {
        record Candidate(String name, int distance) {}
        return known.stream()
                .filter(name -> Math.abs(name.length() - found.length()) <= edits(found, name))
                .map(name -> new Candidate(name, distance(folded(found), folded(name))))
                .filter(c -> c.distance() <= edits(found, c.name()))
                .min(Comparator.comparingInt(Candidate::distance))
                .map(c -> "did you mean '" + c.name() + "'?");
    }

    private static int edits(String a, String b) {
        return Math.max(1, Math.min(a.length(), b.length()) / 3);
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /// Edits between two names: insert, delete, replace, or swap of neighbours.
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + change);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
