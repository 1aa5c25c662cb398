package dev.rowan.api.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// The known name that a misspelt one most likely meant.
public final class NearName {
    private NearName() {}

    /// `did you mean 'x'?` when a known name is close enough to be worth saying.
    public static Optional<String> hint(String found, Collection<String> known) {
        record Candidate(String name, int distance) {}
        return known.stream()
                .map(name -> new Candidate(name, distance(found, name)))
                .filter(c -> c.distance()
                        <= Math.max(1, Math.min(found.length(), c.name().length()) / 3))
                .min(Comparator.comparingInt(Candidate::distance))
                .map(c -> "did you mean '" + c.name() + "'?");
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
