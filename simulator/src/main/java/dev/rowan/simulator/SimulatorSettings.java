package dev.rowan.simulator;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.simulator.batch.BatchSimulationSettings;
import dev.rowan.simulator.cache.CacheSettings;
import dev.rowan.simulator.fault.FaultRule;
import dev.rowan.simulator.fault.FaultSettings;
import dev.rowan.simulator.latency.Latency;
import dev.rowan.simulator.latency.LatencySettings;
import dev.rowan.simulator.limit.LimitSettings;
import dev.rowan.simulator.service.Models;
import dev.rowan.simulator.tier.TierSettings;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The settings of a simulator: where it listens, who may call it, and how it behaves.
public record SimulatorSettings(
        Place place, long seed, KeySettings keys, Models models, Conduct conduct, BatchSimulationSettings batch) {

    /// What stays as it is while a simulator runs: its port (0 for any free one), what it holds at most, and
    /// whether the journal keeps headers and bodies too.
    public record Place(int port, int maxBody, int journalSize, boolean fullJournal) {}

    /// How requests are treated.
    public record Conduct(
            Latency latency, LimitSettings limits, FaultSettings faults, CacheSettings cache, TierSettings flex) {

        public Conduct(Latency latency, LimitSettings limits, FaultSettings faults) {
            this(latency, limits, faults, CacheSettings.DEFAULT, TierSettings.DEFAULT);
        }

        /// Whether two sends of the same request may be treated differently.
        boolean isByChance() {
            boolean steady = latency instanceof Latency.None || latency instanceof Latency.Fixed;
            return !steady || !faults.rules().isEmpty();
        }
    }

    private static final Option<Long> PORT = Option.integer("port", 0, 65_535)
            .orElse(0L)
            .describedAs("the port on the loopback address; 0 for any free one");
    private static final Option<Long> MAX_BODY =
            Option.bytes("max_body").orElse(256L << 20).describedAs("the largest body of a request");
    private static final Option<Long> JOURNAL_SIZE = Option.integer("journal_size", 1, 10_000_000)
            .orElse(100_000L)
            .describedAs("how many requests the journal keeps");
    private static final Option<Boolean> FULL_JOURNAL = Option.bool("full_journal")
            .orElse(false)
            .describedAs("whether the journal keeps query, headers and body of each request, without its key");
    private static final Option<Long> SEED = Option.integer("seed", Long.MIN_VALUE)
            .orElse(1L)
            .describedAs("where answers, times and faults come from: the same seed, the same behaviour");
    private static final Option<List<String>> KEYS =
            Option.texts("keys").optional().describedAs("the keys that are accepted; any when absent");
    private static final Option<List<String>> DEAD_KEYS =
            Option.texts("dead_keys").orElse(List.of()).describedAs("keys that are refused");
    private static final Option<List<String>> UNPAID_KEYS =
            Option.texts("unpaid_keys").orElse(List.of()).describedAs("keys that have no credit");
    private static final Option<List<String>> MODELS =
            Option.texts("models").optional().describedAs("the models and deployments that exist; any when absent");
    private static final Option<Latency> LATENCY = Option.nested(
                    "latency", LatencySettings.OPTIONS, LatencySettings::read)
            .orElse(new Latency.None())
            .describedAs("how long answers take; no time when absent");
    private static final Option<LimitSettings> LIMITS = Option.nested(
                    "limits", LimitSettings.OPTIONS, LimitSettings::read)
            .orElse(LimitSettings.NONE)
            .describedAs("what each key may use; no limits when absent");

    private static final Option<List<FaultRule>> FAULTS = FaultSettings.FAULTS;
    private static final Option<Long> FAULT_ATTEMPTS = FaultSettings.ATTEMPTS;

    private static final Option<BatchSimulationSettings> BATCH = Option.nested(
                    "batch", BatchSimulationSettings.OPTIONS, BatchSimulationSettings::read)
            .orElse(BatchSimulationSettings.DEFAULT)
            .describedAs("how batch jobs go, what may wait, and how their results come");

    private static final Option<CacheSettings> CACHE = Option.nested(
                    "cache", CacheSettings.OPTIONS, CacheSettings::read)
            .orElse(CacheSettings.DEFAULT)
            .describedAs("how prompts are cached");
    private static final Option<TierSettings> FLEX = Option.nested("flex", TierSettings.OPTIONS, TierSettings::read)
            .orElse(TierSettings.DEFAULT)
            .describedAs("how requests with service_tier: flex are served");

    public static final Options OPTIONS = Options.of(
            PORT,
            MAX_BODY,
            JOURNAL_SIZE,
            FULL_JOURNAL,
            SEED,
            KEYS,
            DEAD_KEYS,
            UNPAID_KEYS,
            MODELS,
            LATENCY,
            LIMITS,
            FAULTS,
            FAULT_ATTEMPTS,
            CACHE,
            FLEX,
            BATCH);

    /// All defaults: any port, any key, any model, no waiting, no limits, no faults.
    public static final SimulatorSettings DEFAULT = new SimulatorSettings(
            new Place(0, 256 << 20, 100_000, false),
            1,
            KeySettings.ANY,
            new Models(Optional.empty()),
            new Conduct(new Latency.None(), LimitSettings.NONE, FaultSettings.NONE),
            BatchSimulationSettings.DEFAULT);

    public static SimulatorSettings read(Section section) {
        if (section.get(MAX_BODY) > 1 << 30) {
            section.problem(MAX_BODY, "must be at most 1GiB");
        }
        var place = new Place(
                section.get(PORT).intValue(),
                (int) Math.min(section.get(MAX_BODY), 1 << 30),
                section.get(JOURNAL_SIZE).intValue(),
                section.get(FULL_JOURNAL));
        return DEFAULT.at(place).changedBy(section);
    }

    private SimulatorSettings at(Place other) {
        return new SimulatorSettings(other, seed, keys, models, conduct, batch);
    }

    /// These settings overridden by `section`, except for the fixed ones.
    SimulatorSettings changedBy(Section section) {
        for (FaultRule rule : section.get(FAULTS)) {
            rule.endpoint()
                    .filter(name -> !Endpoints.NAMES.contains(name))
                    .ifPresent(name -> section.problem(
                            FAULTS,
                            "must name known endpoints (" + String.join(", ", Endpoints.NAMES) + "), got " + name));
        }
        return new SimulatorSettings(
                place,
                gives(section, SEED) ? section.get(SEED) : seed,
                new KeySettings(
                        section.find(KEYS).map(Set::copyOf).or(keys::accepted),
                        gives(section, DEAD_KEYS) ? Set.copyOf(section.get(DEAD_KEYS)) : keys.dead(),
                        gives(section, UNPAID_KEYS) ? Set.copyOf(section.get(UNPAID_KEYS)) : keys.unpaid()),
                new Models(section.find(MODELS).map(Set::copyOf).or(models::named)),
                new Conduct(
                        gives(section, LATENCY) ? section.get(LATENCY) : conduct.latency(),
                        gives(section, LIMITS) ? section.get(LIMITS) : conduct.limits(),
                        new FaultSettings(
                                gives(section, FAULTS)
                                        ? section.get(FAULTS)
                                        : conduct.faults().rules(),
                                section.find(FAULT_ATTEMPTS).or(conduct.faults()::attempts)),
                        gives(section, CACHE) ? section.get(CACHE) : conduct.cache(),
                        gives(section, FLEX) ? section.get(FLEX) : conduct.flex()),
                gives(section, BATCH) ? section.get(BATCH) : batch);
    }

    /// Whether the section has the key, even with the default value.
    private static boolean gives(Section section, Option<?> option) {
        return section.node() instanceof ConfigNode.Mapping(var _, var _, var entries)
                && entries.containsKey(option.name());
    }
}
