package dev.rowan.api.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Collects problems, so that all are shown at once, and warnings about settings that are valid but probably a
/// mistake. Owned by one thread.
public final class Problems {
    private final List<Problem> found = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();

    public void add(Problem problem) {
        found.add(problem);
    }

    public void add(String code, ConfigNode node, String message) {
        add(new Problem(code, node.location(), node.path(), message, Optional.empty()));
    }

    public void add(String code, ConfigNode node, String message, Optional<String> hint) {
        add(new Problem(code, node.location(), node.path(), message, hint));
    }

    /// Adds a warning, which does not stop the run.
    public void warn(Problem warning) {
        warnings.add(warning);
    }

    public void warn(String code, ConfigNode node, String message, Optional<String> hint) {
        warn(new Problem(code, node.location(), node.path(), message, hint));
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /// All problems in file order, without duplicates.
    public List<Problem> list() {
        return sorted(found);
    }

    /// All warnings in file order, without duplicates.
    public List<Problem> warnings() {
        return sorted(warnings);
    }

    private static List<Problem> sorted(List<Problem> problems) {
        return problems.stream()
                .distinct()
                .sorted(Comparator.comparingInt((Problem p) -> p.location().line())
                        .thenComparingInt(p -> p.location().column()))
                .toList();
    }

    /// Throws if any problem was found.
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw new ConfigException(list());
        }
    }
}
