package dev.rowan.providers.price;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.providers.price.ModelPrice.WritePrices;
import dev.rowan.providers.reply.JsonTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// A price list: dated prices per provider, with their sources and the rules of prompt caches and tiers; and the
/// simulator's. Prices of a file override the built-in ones.
public final class PriceTable {
    /// The environment variable that names a file with own prices.
    public static final String FILE_VARIABLE = "ROWAN_PRICES";

    private static final String RESOURCE = "prices.json";

    /// Suffixes that do not make another model: a date, a revision, `latest`.
    private static final Pattern DATED = Pattern.compile("[-@]([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{3,8}|latest)");

    private final JsonTree table;
    private final Optional<JsonTree> own;

    private PriceTable(JsonTree table, Optional<JsonTree> own) {
        this.table = table;
        this.own = own;
    }

    public static PriceTable bundled() {
        try (InputStream in = PriceTable.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the built-in price list is missing");
            }
            return new PriceTable(new JsonTree(RowJson.readValue(in.readAllBytes())), Optional.empty());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonException e) {
            throw new IllegalStateException("the built-in price list is invalid", e);
        }
    }

    /// The built-in list with the prices of `file` before it; its form is that of the built-in one. The exception
    /// says what is wrong with the file.
    public static PriceTable with(Path file) throws IOException {
        try {
            var own = new JsonTree(RowJson.readValue(Files.readAllBytes(file)));
            if (!own.at("providers").isObject()) {
                throw new IOException("must be an object with 'providers'");
            }
            var table = new PriceTable(bundled().table, Optional.of(own));
            table.list();
            return table;
        } catch (JsonException e) {
            throw new IOException("is not JSON: " + e.getMessage(), e);
        } catch (IllegalArgumentException | java.util.NoSuchElementException | java.time.DateTimeException e) {
            throw new IOException(
                    "every model needs 'input' and 'output' of at least 0, every provider 'as_of': " + e.getMessage(),
                    e);
        }
    }

    /// A price as listed. `isOwn` prices come from the user's file.
    public record Listed(
            String provider,
            String model,
            ModelPrice price,
            LocalDate asOf,
            String basis,
            String checkAt,
            boolean isOwn) {}

    /// All prices, own ones first.
    public List<Listed> list() {
        var all = new ArrayList<Listed>();
        own.ifPresent(file -> addAll(all, file, true));
        addAll(all, table, false);
        return all;
    }

    private void addAll(List<Listed> all, JsonTree file, boolean isOwn) {
        keys(file.at("providers")).forEach(provider -> {
            JsonTree entry = file.at("providers").at(provider);
            for (String model : keys(entry.at("models"))) {
                JsonTree price = entry.at("models").at(model);
                all.add(new Listed(
                        provider,
                        model,
                        price(provider, model, price, asOf(entry), isOwn),
                        asOf(entry),
                        price.at("basis").text().orElse(isOwn ? "own file" : "unknown"),
                        entry.at("check_at").text().orElse(""),
                        isOwn));
            }
        });
    }

    private static LocalDate asOf(JsonTree provider) {
        return LocalDate.parse(provider.at("as_of").text().orElseThrow());
    }

    private static List<String> keys(JsonTree object) {
        return object.value() instanceof Map<?, ?> map
                ? map.keySet().stream().map(String.class::cast).toList()
                : List.of();
    }

    /// The price of `model` at `provider`, ignoring a date in its name; the longest match wins, an own price before
    /// a built-in one.
    public Optional<ModelPrice> find(String provider, String model) {
        return findOwn(provider, model).or(() -> find(table, provider, model, false));
    }

    /// The price in the user's file. It applies at any address.
    public Optional<ModelPrice> findOwn(String provider, String model) {
        return own.flatMap(file -> find(file, provider, model, true));
    }

    private Optional<ModelPrice> find(JsonTree file, String provider, String model, boolean isOwn) {
        JsonTree entry = file.at("providers").at(provider);
        String known = "";
        for (String name : keys(entry.at("models"))) {
            if (name.length() > known.length() && covers(name, model)) {
                known = name;
            }
        }
        JsonTree found = entry.at("models").at(known);
        return found.isObject() ? Optional.of(price(provider, model, found, asOf(entry), isOwn)) : Optional.empty();
    }

    private static boolean covers(String name, String model) {
        return model.equals(name)
                || (model.startsWith(name)
                        && DATED.matcher(model.substring(name.length())).matches());
    }

    /// The price of `model` at the simulator, when it imitates `provider`.
    public ModelPrice simulated(String provider, String model) {
        return table.at("simulator").items().stream()
                .filter(family -> model.contains(family.at("contains").text().orElseThrow()))
                .findFirst()
                .map(PriceTable::prices)
                .map(price -> price.withCache(cache(provider, model), true).with(simulatedTiers(provider), "simulator"))
                .orElseThrow(() -> new IllegalStateException("the simulator has a price for every model"));
    }

    /// A price from the pipeline: writes to a cache that it does not price cost what they cost at `provider`, and so
    /// does storage.
    public ModelPrice completed(String provider, String model, ModelPrice price) {
        return price.withCache(cache(provider, model), false)
                .withStorage(find(provider, model).flatMap(ModelPrice::storage))
                .with(tiers(provider, model, new JsonTree(null)), "pipeline");
    }

    /// The price of models on hardware of one's own.
    public ModelPrice free(String provider) {
        return ModelPrice.of(BigDecimal.ZERO, BigDecimal.ZERO)
                .with(tiers(provider, new JsonTree(null)), provider + " own hardware");
    }

    /// The prompt cache of `model` at `provider`.
    public CacheRules cache(String provider, String model) {
        return table.at("cache").at(imitated(provider)).items().stream()
                .filter(rule -> Pattern.matches(rule.at("models").text().orElse(".*"), model))
                .findFirst()
                .map(CacheRules::of)
                .orElse(CacheRules.NONE);
    }

    /// The simulator imitates OpenAI, and Azure has its models.
    private static String imitated(String provider) {
        return provider.equals("simulator") || provider.equals("azure") ? "openai" : provider;
    }

    /// The tiers that the provider has for `model`. A deployment's name does not tell its model.
    private Map<ServiceTier, TierRates> tiers(String provider, String model, JsonTree entry) {
        Map<ServiceTier, TierRates> tiers = tiers(provider, entry);
        boolean hasFlex = table.at("tiers")
                .at(imitated(provider))
                .at("flex_models")
                .text()
                .map(known -> Pattern.matches(known, model))
                .orElse(true);
        if (provider.equals("openai") && !hasFlex && !entry.at("tiers").isObject()) {
            tiers.remove(ServiceTier.FLEX);
        }
        return tiers;
    }

    private Map<ServiceTier, TierRates> tiers(String provider, JsonTree entry) {
        var tiers = new EnumMap<ServiceTier, TierRates>(ServiceTier.class);
        tiers.put(ServiceTier.BATCH, TierRates.all(batchMultiplier()));
        for (ServiceTier tier : ServiceTier.values()) {
            TierRates.of(table.at("tiers").at(imitated(provider)).at(tier.word()))
                    .ifPresent(rates -> tiers.put(tier, rates));
            TierRates.of(entry.at("tiers").at(tier.word())).ifPresent(rates -> tiers.put(tier, rates));
        }
        return tiers;
    }

    private Map<ServiceTier, TierRates> simulatedTiers(String provider) {
        Map<ServiceTier, TierRates> tiers = tiers(provider, new JsonTree(null));
        tiers.put(ServiceTier.PRIORITY, TierRates.all(BigDecimal.TWO));
        return tiers;
    }

    /// The date of the newest prices of `provider`.
    public Optional<LocalDate> asOf(String provider) {
        return table.at("providers").at(provider).at("as_of").text().map(LocalDate::parse);
    }

    /// The batch price as a share of the realtime price.
    public BigDecimal batchMultiplier() {
        return table.at("batch_multiplier").number().orElseThrow();
    }

    /// An own price of a deployment has no discount for cached input unless it is given: the name does not tell the
    /// model.
    private ModelPrice price(String provider, String model, JsonTree entry, LocalDate asOf, boolean isOwn) {
        boolean isDeployment = isOwn && provider.equals("azure");
        return prices(entry)
                .withCache(cache(provider, model), !isDeployment)
                .with(tiers(provider, model, entry), provider + " " + asOf + (isOwn ? " own" : ""));
    }

    private static ModelPrice prices(JsonTree entry) {
        JsonTree above = entry.at("above");
        return new ModelPrice(
                number(entry, "input"),
                entry.at("cached_input").number(),
                new WritePrices(
                        entry.at("cache_write").number(),
                        entry.at("cache_write_1h").number()),
                number(entry, "output"),
                above.at("tokens")
                        .count()
                        .map(tokens -> new ModelPrice.Above(tokens, number(above, "input"), number(above, "output"))),
                Map.of(),
                entry.at("cache_storage").number(),
                "unnamed");
    }

    private static BigDecimal number(JsonTree entry, String key) {
        return entry.at(key).number().orElseThrow();
    }
}
