package dev.rowan.cli.plan;

import dev.rowan.api.plugin.CostOption.Mode;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.plan.Forecast;
import dev.rowan.engine.plan.Forecaster;
import dev.rowan.engine.plan.RunVariant;
import dev.rowan.engine.report.Figures;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The ways to run the pipeline, cheapest first, and what to write for each.
record EstimateAdvice(Forecast forecast) {
    private static final String INDENT = "  ";
    private static final String FIELDS_LAST = "put row fields after all static text of the prompt";

    /// From this width on, the table says what to write.
    private static final int WIDE = 120;

    List<String> lines(Terminal screen) {
        List<RunVariant> variants = forecast.variants();
        if (variants.size() < 2) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        lines.add("");
        lines.add(screen.paint().bold("Ways to run it"));
        boolean wide = screen.width() >= WIDE;
        Table table = Table.of(
                Column.right(""),
                Column.left("option"),
                Column.right("cost"),
                Column.right("saves"),
                Column.right("ready"),
                Column.left(wide ? "write" : ""));
        for (int i = 0; i < variants.size(); i++) {
            RunVariant variant = variants.get(i);
            table.row(
                    String.valueOf(i + 1),
                    variant.name() + (variant.current() ? " (now)" : ""),
                    cost(variant),
                    saves(variant),
                    ready(variant),
                    wide ? settings(variant) : "");
        }
        lines.addAll(table.lines(INDENT, screen));
        lines.addAll(equal(screen));
        RunVariant best = variants.getFirst();
        if (!best.current()) {
            lines.addAll(Wrap.lines("For option 1, set " + settings(best) + " (--apply 1).", INDENT, screen.width()));
        }
        moved().ifPresent(remark -> lines.addAll(Wrap.lines(remark, INDENT, screen.width())));
        return lines;
    }

    /// `Equal requests: 12.0 % in classify.`
    private List<String> equal(Terminal screen) {
        String shares = forecast.nodes().stream()
                .filter(node ->
                        node.equalShare() >= 0.01 && !node.node().transform().sharesAnswers())
                .map(node -> Figures.percent(node.equalShare()) + " in "
                        + SafeText.line(node.node().name()))
                .collect(Collectors.joining(", "));
        return shares.isEmpty() ? List.of() : Wrap.lines("Equal requests: " + shares + ".", INDENT, screen.width());
    }

    /// A day at most for batches, which is what providers promise.
    private static String ready(RunVariant variant) {
        return variant.ready().compareTo(Forecaster.BATCH_WINDOW) == 0
                ? "< " + variant.ready().toHours() + " h"
                : "~" + Figures.duration(variant.ready());
    }

    /// What moving static text before the first row field saves, in real time.
    private Optional<String> moved() {
        Optional<RunVariant> last = realtime(true);
        return realtime(false)
                .flatMap(now -> last.filter(moved -> moved.least().compareTo(now.least()) < 0)
                        .map(moved -> "Static text follows the first row field; put the field last: -"
                                + Figures.dollars(now.least().subtract(moved.least())) + " ("
                                + share(moved.least(), now.least()) + " less)."));
    }

    private Optional<RunVariant> realtime(boolean fieldsLast) {
        return forecast.variants().stream()
                .filter(variant -> variant.variant().mode() == Mode.REALTIME
                        && variant.variant().fieldsLast() == fieldsLast
                        && !variant.dedupe())
                .findFirst();
    }

    private static String cost(RunVariant variant) {
        return Figures.dollars(variant.least())
                + (variant.most().compareTo(variant.least()) > 0 ? ".." + Figures.dollars(variant.most()) : "");
    }

    /// Compared with the file as it is now.
    private String saves(RunVariant variant) {
        Optional<RunVariant> now =
                forecast.variants().stream().filter(RunVariant::current).findFirst();
        return variant.current()
                ? "-"
                : now.map(RunVariant::most)
                        .or(() -> forecast.variants().stream()
                                .map(RunVariant::most)
                                .max(BigDecimal::compareTo))
                        .filter(most -> most.signum() > 0)
                        .map(most -> share(variant.most(), most))
                        .orElse("");
    }

    /// How much less `cost` is than `of`.
    private static String share(BigDecimal cost, BigDecimal of) {
        return Figures.percent(BigDecimal.ONE
                .subtract(cost.divide(of, 4, RoundingMode.HALF_UP))
                .doubleValue());
    }

    /// `mode: batch, cache: auto`, for each transform if they differ.
    private static String settings(RunVariant variant) {
        List<Map<String, String>> distinct =
                new ArrayList<>(new HashSet<>(variant.settings().values()));
        String written = distinct.size() == 1
                ? inline(distinct.getFirst())
                : variant.settings().entrySet().stream()
                        .filter(node -> !node.getValue().isEmpty())
                        .map(node -> SafeText.line(node.getKey()) + " {" + inline(node.getValue()) + "}")
                        .collect(Collectors.joining(", "));
        return written + (variant.variant().fieldsLast() ? ", and " + FIELDS_LAST : "");
    }

    private static String inline(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(option -> option.getKey() + ": " + option.getValue())
                .collect(Collectors.joining(", "));
    }

    /// The lines of the pipeline for way `number`.
    List<String> apply(int number) {
        if (forecast.variants().isEmpty()) {
            throw new UsageException(
                    "--apply: there is only one way to run it, since no transform calls a model whose price is known");
        }
        if (number < 1 || number > forecast.variants().size()) {
            throw new UsageException(
                    "--apply must be from 1 to " + forecast.variants().size() + ", got " + number);
        }
        RunVariant chosen = forecast.variants().get(number - 1);
        var lines = new ArrayList<String>();
        lines.add("# " + chosen.name());
        if (chosen.variant().fieldsLast()) {
            lines.add("# " + FIELDS_LAST);
        }
        chosen.settings().forEach((node, options) -> {
            lines.add("  - name: " + SafeText.line(node));
            lines.add("    options:");
            options.forEach((key, value) -> lines.add("      " + key + ": " + value));
        });
        return lines;
    }
}
