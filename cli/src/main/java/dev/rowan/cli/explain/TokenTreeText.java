package dev.rowan.cli.explain;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RowHistory.Visit;
import dev.rowan.landscape.history.TokenTree;
import dev.rowan.landscape.record.CallCost;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The visits of a row with several tokens as text: below each split its branches with visits, cost and end.
record TokenTreeText(VisitText visits, boolean all) {
    /// More branches than this are folded.
    private static final int SHOWN = 20;

    private static final int MIN_WIDTH = 40;
    private static final String INDENT = "  ";

    private AnsiStyle paint() {
        return visits.shell().screens().out().paint();
    }

    /// The visits of the row itself, each after an empty line.
    List<String> lines(TokenTree row) {
        var lines = new ArrayList<String>();
        for (TokenTree.Step step : row.steps()) {
            lines.add("");
            lines.addAll(step(step, row));
        }
        return lines;
    }

    private List<String> step(TokenTree.Step step, TokenTree token) {
        Visit visit = step.visit();
        List<String> lines = visits.withoutValues(visit);
        boolean isCutOff = visit.closed().isEmpty()
                && token.end().isPresent()
                && step.equals(token.steps().getLast());
        if (isCutOff) {
            lines.add(INDENT + "not finished: the branch had already ended");
        }
        if (step.branches().isEmpty()) {
            joined(visit, token).ifPresentOrElse(lines::addAll, () -> lines.addAll(visits.route(visit)));
            lines.addAll(visits.values(visit));
            return lines;
        }
        if (visit.outputs().size() > 1) {
            lines.add(INDENT + "became " + Figures.counted(visit.outputs().size(), "row"));
        }
        List<TokenTree> branches = step.branches();
        Set<Integer> shown = shown(branches);
        // a branch of a fork starts with the values of its row, those of an expansion with their own
        boolean expanded = visit.outputs().size() == branches.size();
        for (int i = 0; i < branches.size(); i++) {
            if (shown.contains(i)) {
                Optional<Row> made = expanded ? Optional.of(visit.outputs().get(i)) : Optional.empty();
                boolean last = shown.size() == branches.size() && i == branches.size() - 1;
                lines.addAll(branch(branches.get(i), made, visit.input(), last));
            }
        }
        if (shown.size() < branches.size()) {
            lines.add("└─ … "
                    + rest(IntStream.range(0, branches.size())
                            .filter(i -> !shown.contains(i))
                            .mapToObj(branches::get)
                            .toList()));
        }
        return lines;
    }

    /// The indexes of the branches to show: the first ones, but rather those that did not end well.
    private Set<Integer> shown(List<TokenTree> branches) {
        IntPredicate isPlain = i -> isPlain(branches.get(i));
        int most = all || branches.size() <= SHOWN ? branches.size() : SHOWN;
        Supplier<IntStream> indexes = () -> IntStream.range(0, branches.size());
        return IntStream.concat(indexes.get().filter(isPlain.negate()).limit(most / 2), indexes.get())
                .boxed()
                .distinct()
                .limit(most)
                .collect(Collectors.toSet());
    }

    private static boolean isPlain(TokenTree token) {
        return token.tokens()
                .flatMap(one -> one.end().stream())
                .map(RowHistory.End::outcome)
                .allMatch(end -> end == Outcome.MERGED || end == Outcome.COMPLETED || end == Outcome.SPLIT);
    }

    /// What the folded branches have in common: `480 more: 480 merged · 480 calls, $0.12 · --all shows them`.
    private static String rest(List<TokenTree> rest) {
        String account = account(
                rest.stream().mapToLong(TokenTree::calls).sum(),
                rest.stream().map(TokenTree::cost).reduce(CallCost.NONE, CallCost::plus));
        return Figures.count(rest.size()) + " more: " + outcomes(rest) + (account.isEmpty() ? "" : " · " + account)
                + " · --all shows them";
    }

    /// `2 merged, 1 discarded`
    static String outcomes(List<TokenTree> tokens) {
        var counts = new TreeMap<String, Long>();
        tokens.forEach(token ->
                counts.merge(token.end().map(end -> end.outcome().word()).orElse("open"), 1L, Long::sum));
        return counts.entrySet().stream()
                .map(count -> Figures.count(count.getValue()) + " " + count.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String account(long calls, CallCost cost) {
        return calls == 0 ? "" : Figures.counted(calls, "call") + ", " + cost.brief(Figures::dollars);
    }

    private List<String> branch(TokenTree branch, Optional<Row> made, Row input, boolean last) {
        var lines = new ArrayList<String>();
        lines.add((last ? "└─ " : "├─ ") + head(branch));
        String below = last ? "   " : "│  ";
        var inner = new TokenTreeText(visits.withWidth(Math.max(MIN_WIDTH, visits.width() - below.length())), all);
        made.ifPresent(row -> inner.visits.changes(input, row).forEach(line -> lines.add(below + line)));
        branch.steps().forEach(step -> inner.step(step, branch).forEach(line -> lines.add(below + line)));
        return lines;
    }

    /// The branch, its end and its cost.
    private String head(TokenTree branch) {
        String calls = account(branch.calls(), branch.cost());
        return paint().bold(SafeText.line(branch.label())) + ", part " + branch.part() + INDENT
                + branch.end().map(this::end).orElseGet(() -> open(branch))
                + (calls.isEmpty() ? "" : INDENT + paint().dim(calls));
    }

    /// A token without an end: one that continued as its own first branch, or that is in progress.
    private static String open(TokenTree token) {
        boolean expanded = token.steps().stream()
                .anyMatch(step -> step.branches().stream().anyMatch(branch -> branch.part() == token.part()));
        return expanded ? "continued" : token.steps().isEmpty() ? "not started" : "in progress";
    }

    private String end(RowHistory.End end) {
        return paint().status(end.outcome().word())
                + end.nodeName().map(node -> " at " + SafeText.line(node)).orElse("")
                + end.reason().map(reason -> ": " + SafeText.line(reason)).orElse("")
                + end.sink()
                        .map(sink -> ", in sink '" + SafeText.line(sink) + "'")
                        .orElse("");
    }

    /// For what a join fired, the branches that it used, and those that it did without.
    private Optional<List<String>> joined(Visit visit, TokenTree token) {
        RowHistory.Branching branching = visit.branching();
        if (visit.route().isEmpty()
                || (branching.used().isEmpty() && branching.lost().isEmpty())) {
            return Optional.empty();
        }
        var lines = new ArrayList<String>();
        var parts = new HashSet<>(branching.used());
        List<String> used = token.steps().stream()
                .flatMap(step -> step.branches().stream())
                .filter(branch -> parts.contains(branch.part()))
                .map(TokenTree::label)
                .toList();
        String joined = INDENT + "joined  " + visit.route().get() + ": ";
        String named = joined + String.join(", ", used);
        lines.add(SafeText.line(
                Columns.of(named) <= visits.width() ? named : joined + Figures.count(used.size()) + " branches"));
        List<Map<String, @Nullable Object>> lost = branching.lost();
        lost.stream()
                .limit(all ? lost.size() : SHOWN)
                .forEach(loss -> lines.add(INDENT + "lost    " + SafeText.line(String.valueOf(loss.get("branch")))
                        + ": " + SafeText.line(String.valueOf(loss.get("reason")))));
        if (!all && lost.size() > SHOWN) {
            lines.add(INDENT + "lost    … " + Figures.count(lost.size() - SHOWN) + " more");
        }
        return Optional.of(lines);
    }
}
