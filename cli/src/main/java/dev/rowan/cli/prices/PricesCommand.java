package dev.rowan.cli.prices;

import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonObject;
import dev.rowan.providers.price.ModelPrice;
import dev.rowan.providers.price.PriceTable;
import dev.rowan.providers.price.PriceTable.Listed;
import dev.rowan.providers.price.ServiceTier;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan prices`: lists the prices that costs are computed with, their dates and their sources.
@Command(
        name = "prices",
        description = {
            "List model prices with their dates and sources, in US dollars per 1,000,000 tokens.",
            "Prices in the file ROWAN_PRICES take precedence over the built-in ones."
        },
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} claude --check 90"})
public final class PricesCommand implements Callable<Integer> {
    /// From this width on, the table has all prices.
    private static final int WIDE = 140;

    private final Shell shell;

    @Parameters(paramLabel = "TEXT", arity = "0..1", description = "Only models whose provider or name contains it.")
    private Optional<String> text = Optional.empty();

    @Option(
            names = "--check",
            paramLabel = "DAYS",
            description = "Exit with code 1 if a listed price is older than this.")
    private Optional<Integer> days = Optional.empty();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    public PricesCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<Listed> listed = table().list().stream().filter(this::isChosen).toList();
        if (listed.isEmpty()) {
            throw new UsageException("no price of '" + text.orElse("") + "' is listed; set `price` in the pipeline or "
                    + PriceTable.FILE_VARIABLE);
        }
        if (json) {
            shell.out()
                    .println(JsonObject.object()
                            .put("prices", listed.stream().map(this::json).toList())
                            .line());
        } else {
            print(listed);
        }
        List<Listed> old = listed.stream()
                .filter(price -> days.filter(limit -> age(price) > limit).isPresent())
                .toList();
        if (!old.isEmpty()) {
            Listed oldest = Collections.min(old, Comparator.comparing(Listed::asOf));
            shell.printError(Figures.counted(old.size(), "price") + " older than " + days.orElseThrow()
                    + " days; the oldest is from " + oldest.asOf() + ", compare " + oldest.provider() + " with "
                    + oldest.checkAt());
            return ExitCode.USE.number();
        }
        return ExitCode.OK.number();
    }

    private PriceTable table() {
        Optional<String> file = shell.variable(PriceTable.FILE_VARIABLE);
        if (file.isEmpty()) {
            return PriceTable.bundled();
        }
        try {
            return PriceTable.with(Path.of(file.get()));
        } catch (IOException | InvalidPathException wrong) {
            throw new UsageException(
                    "the price list " + file.get() + " (" + PriceTable.FILE_VARIABLE + "): " + wrong.getMessage());
        }
    }

    private boolean isChosen(Listed price) {
        return text.isEmpty() || (price.provider() + "/" + price.model()).contains(text.get());
    }

    private long age(Listed price) {
        LocalDate today = shell.time().instant().atZone(ZoneOffset.UTC).toLocalDate();
        return ChronoUnit.DAYS.between(price.asOf(), today);
    }

    private void print(List<Listed> listed) {
        boolean wide = shell.screens().out().width() >= WIDE;
        Table table = wide
                ? Table.of(
                        Column.left("model"),
                        Column.right("input"),
                        Column.right("cached"),
                        Column.right("write"),
                        Column.right("write 1h"),
                        Column.right("output"),
                        Column.left("other tiers"),
                        Column.left("as of"),
                        Column.left("source"))
                : Table.of(
                        Column.left("model"),
                        Column.right("input"),
                        Column.right("cached"),
                        Column.right("output"),
                        Column.left("as of"),
                        Column.left("source"));
        for (Listed price : listed) {
            ModelPrice dollars = price.price();
            String model = price.provider() + "/" + price.model();
            String input = plain(Optional.of(dollars.input()));
            String cached = plain(dollars.cachedInput());
            String output = plain(Optional.of(dollars.output()));
            String source = price.isOwn() ? "own file" : price.basis();
            if (wide) {
                table.row(
                        model,
                        input,
                        cached,
                        plain(dollars.writes().usual()),
                        plain(dollars.writes().hour()),
                        output,
                        tiers(dollars),
                        price.asOf().toString(),
                        source);
            } else {
                table.row(model, input, cached, output, price.asOf().toString(), source);
            }
        }
        table.lines("", shell.screens().out()).forEach(shell.out()::println);
        shell.out().println();
        Wrap.lines(
                        "source: documentation = the provider's pages; secondary = a third party; recalled ="
                                + " unverified. A model that is not listed has no price: its cost is unknown, never $0."
                                + (wide
                                        ? ""
                                        : " For prices of cache writes and other tiers, widen the terminal to " + WIDE
                                                + " columns."),
                        "",
                        shell.screens().out().width())
                .forEach(shell.out()::println);
    }

    private static String tiers(ModelPrice price) {
        var words = new TreeMap<String, String>();
        price.tiers().forEach((tier, rates) -> words.put(tier.word(), plain(Optional.of(rates.output())) + "×"));
        words.remove(ServiceTier.STANDARD.word());
        return words.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }

    private static String plain(Optional<BigDecimal> amount) {
        return amount.map(dollars -> dollars.stripTrailingZeros().toPlainString())
                .orElse("");
    }

    private JsonObject json(Listed price) {
        ModelPrice dollars = price.price();
        var tiers = JsonObject.object();
        new TreeMap<>(dollars.tiers())
                .forEach((tier, rates) -> tiers.put(
                        tier.word(),
                        JsonObject.object()
                                .put("input", rates.input())
                                .put("cached_input", rates.cachedInput())
                                .put("cache_write", rates.cacheWrite())
                                .put("output", rates.output())));
        return JsonObject.object()
                .put("provider", price.provider())
                .put("model", price.model())
                .put("input", dollars.input())
                .put("cached_input", dollars.cachedInput())
                .put("cache_write", dollars.writes().usual())
                .put("cache_write_1h", dollars.writes().hour())
                .put("output", dollars.output())
                .put("tiers", tiers)
                .put("as_of", price.asOf().toString())
                .put("age_days", age(price))
                .put("basis", price.basis())
                .put("check_at", price.checkAt())
                .put("own", price.isOwn());
    }
}
