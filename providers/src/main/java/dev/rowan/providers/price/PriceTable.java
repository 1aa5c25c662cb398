package dev.rowan.providers.price;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.providers.reply.JsonTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The built-in price list: dated prices per provider, with their sources, and the simulator's.
public final class PriceTable {
    private static final String RESOURCE = "prices.json";

    /// Suffixes that do not make another model: a date, a revision, `latest`.
    private static final Pattern DATED = Pattern.compile("[-@]([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{3,8}|latest)");

    private final JsonTree table;

    private PriceTable(JsonTree table) {
        this.table = table;
    }

    public static PriceTable bundled() {
        try (InputStream in = PriceTable.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the built-in price list is missing");
            }
            return new PriceTable(new JsonTree(RowJson.readValue(in.readAllBytes())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonException e) {
            throw new IllegalStateException("the built-in price list is invalid", e);
        }
    }

    /// The price of `model` at `provider`, ignoring a date in its name; the longest match wins.
    public Optional<ModelPrice> find(String provider, String model) {
        JsonTree models = table.at("providers").at(provider).at("models");
        if (!(models.value() instanceof Map<?, ?> named)) {
            return Optional.empty();
        }
        String known = "";
        for (Object key : named.keySet()) {
            String name = (String) key;
            if (name.length() > known.length() && covers(name, model)) {
                known = name;
            }
        }
        return price(models.at(known));
    }

    private static boolean covers(String name, String model) {
        return model.equals(name)
                || (model.startsWith(name)
                        && DATED.matcher(model.substring(name.length())).matches());
    }

    /// The price of `model` at the simulator.
    public ModelPrice simulated(String model) {
        return table.at("simulator").items().stream()
                .filter(family -> model.contains(family.at("contains").text().orElseThrow()))
                .findFirst()
                .flatMap(PriceTable::price)
                .orElseThrow(() -> new IllegalStateException("the simulator has a price for every model"));
    }

    /// The date of the newest prices of `provider`.
    public Optional<LocalDate> asOf(String provider) {
        return table.at("providers").at(provider).at("as_of").text().map(LocalDate::parse);
    }

    /// The batch price as a share of the realtime price.
    public BigDecimal batchMultiplier() {
        return table.at("batch_multiplier").number().orElseThrow();
    }

    private static Optional<ModelPrice> price(JsonTree entry) {
        if (!entry.isObject()) {
            return Optional.empty();
        }
        JsonTree above = entry.at("above");
        return Optional.of(new ModelPrice(
                number(entry, "input"),
                entry.at("cached_input").number(),
                entry.at("cache_write").number(),
                number(entry, "output"),
                above.at("tokens")
                        .count()
                        .map(tokens -> new ModelPrice.Above(tokens, number(above, "input"), number(above, "output")))));
    }

    private static BigDecimal number(JsonTree entry, String key) {
        return entry.at(key).number().orElseThrow();
    }
}
