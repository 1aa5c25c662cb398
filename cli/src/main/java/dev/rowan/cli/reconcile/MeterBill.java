package dev.rowan.cli.reconcile;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads Azure's cost export: a CSV file with a line for each day and meter, such as `gpt 4o mini cchd Inp glbl Tokens`
/// in units of 1,000 tokens. A meter's model is the one of ours whose name it contains, else its own words.
final class MeterBill {
    private static final List<String> DAY = List.of("date", "usagedatetime", "usagedate");
    private static final List<String> METER = List.of("metername", "meter");
    private static final List<String> QUANTITY = List.of("quantity", "usagequantity");
    private static final List<String> COST =
            List.of("costinusd", "costusd", "costinbillingcurrency", "cost", "pretaxcost");
    private static final List<String> UNIT = List.of("unitofmeasure", "unit");
    private static final DateTimeFormatter AMERICAN = DateTimeFormatter.ofPattern("MM/dd/yyyy", Locale.ROOT);

    private MeterBill() {}

    static Account read(Path file, Set<String> models) throws IOException {
        var account = new Account();
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty()) {
            throw new IOException("is empty");
        }
        Map<String, Integer> columns = columns(lines.getFirst());
        int day = column(columns, DAY);
        int meter = column(columns, METER);
        int quantity = column(columns, QUANTITY);
        Optional<Integer> cost = find(columns, COST);
        Optional<Integer> unit = find(columns, UNIT);
        for (String line : lines.subList(1, lines.size())) {
            if (line.isBlank()) {
                continue;
            }
            List<String> cells = cells(line);
            String name = cells.get(meter);
            Optional<TokenKind> kind = kind(name);
            if (kind.isEmpty()) {
                account.unknown("meter " + name);
                continue;
            }
            String model = model(name, models);
            String tier = plain(name).contains("batch") ? "batch" : "standard";
            BigDecimal factor =
                    unit.map(cells::get).filter(text -> text.contains("M")).isPresent()
                            ? BigDecimal.valueOf(1_000_000)
                            : BigDecimal.valueOf(1_000);
            LocalDate when = date(cells.get(day));
            account.add(
                    new UsageKey(when, model, tier, kind.get()),
                    new BigDecimal(cells.get(quantity))
                            .multiply(factor)
                            .setScale(0, RoundingMode.HALF_UP)
                            .longValueExact());
            cost.ifPresent(at -> account.add(new Account.CostKey(when, model), new BigDecimal(cells.get(at))));
        }
        return account;
    }

    private static Map<String, Integer> columns(String head) {
        var columns = new HashMap<String, Integer>();
        List<String> names = cells(head.startsWith("\uFEFF") ? head.substring(1) : head);
        for (int i = 0; i < names.size(); i++) {
            columns.put(names.get(i).toLowerCase(Locale.ROOT).replaceAll("[^a-z]", ""), i);
        }
        return columns;
    }

    private static Optional<Integer> find(Map<String, Integer> columns, List<String> names) {
        return names.stream().filter(columns::containsKey).findFirst().map(columns::get);
    }

    private static int column(Map<String, Integer> columns, List<String> names) throws IOException {
        return find(columns, names).orElseThrow(() -> new IOException("has no column " + String.join(" or ", names)));
    }

    private static LocalDate date(String text) throws IOException {
        try {
            return text.contains("/") ? LocalDate.parse(text, AMERICAN) : LocalDate.parse(text.substring(0, 10));
        } catch (DateTimeException | StringIndexOutOfBoundsException wrong) {
            throw new IOException("has the date '" + text + "'", wrong);
        }
    }

    private static Optional<TokenKind> kind(String meter) {
        String name = plain(meter);
        if (name.contains("outp")) {
            return Optional.of(TokenKind.OUTPUT);
        }
        if (!name.contains("inp")) {
            return Optional.empty();
        }
        boolean cached = name.contains("cchd") || name.contains("cached");
        return Optional.of(
                name.contains("write") ? TokenKind.WRITE_30M : cached ? TokenKind.CACHED_INPUT : TokenKind.INPUT);
    }

    private static String model(String meter, Set<String> models) {
        return models.stream()
                .filter(model -> plain(meter).startsWith(plain(model)))
                .max(java.util.Comparator.comparingInt(String::length))
                .orElse(meter);
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    /// The cells of a CSV line without line breaks in it.
    private static List<String> cells(String line) {
        var cells = new ArrayList<String>();
        var cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                cell.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }
}
