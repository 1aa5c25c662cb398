package dev.rowan.simulator.batch;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.bill.Charge;
import dev.rowan.simulator.json.Fields;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// One batch job: its input as bytes, what each row comes to in short, and the rest worked out when it is
/// asked for.
///
/// Shared state, each field a volatile reference replaced as a whole: what was done to it, the status that a
/// test makes it show, and whether it was billed and deleted.
public final class SimulatedJob {
    private final String id;
    private final RowWorkContext terms;
    private final JobRows rows;
    private final RowTally tally;
    private final Timeline timeline;
    private final Fields facts;
    private final List<InputProblem> problems;
    private final int[] order;
    private volatile Optional<Intervention> interference = Optional.empty();
    private volatile Optional<String> shown = Optional.empty();
    private final Map<String, Long> lengths = new ConcurrentHashMap<>();
    private volatile boolean billed;
    private volatile boolean deleted;

    /// What is known when a job is made. `facts` are what its provider wants to know of it again.
    public record Start(String id, RowWorkContext terms, JobRows rows, Fields facts, List<InputProblem> problems) {

        public Start {
            problems = List.copyOf(problems);
        }
    }

    SimulatedJob(Start start, RowTally tally, Timeline timeline) {
        this.id = start.id();
        this.terms = start.terms();
        this.rows = start.rows();
        this.tally = tally;
        this.timeline = timeline;
        this.facts = start.facts();
        this.problems = start.problems();
        this.order = order(rows.count(), terms.settings().results().order(), terms.seed());
    }

    /// An independent copy.
    SimulatedJob copy() {
        var copy = new SimulatedJob(new Start(id, terms, rows, facts, problems), tally, timeline);
        copy.interference = interference;
        copy.shown = shown;
        copy.billed = billed;
        copy.deleted = deleted;
        return copy;
    }

    private static int[] order(int rows, ResultSettings.Order order, Seed seed) {
        int[] all = new int[rows];
        RandomGenerator random = seed.random();
        for (int i = 0; i < rows; i++) {
            switch (order) {
                case SHUFFLED -> {
                    int at = random.nextInt(i + 1);
                    all[i] = all[at];
                    all[at] = i;
                }
                case INPUT -> all[i] = i;
                case REVERSED -> all[i] = rows - 1 - i;
            }
        }
        return all;
    }

    public String id() {
        return id;
    }

    public BatchAccount account() {
        return terms.account();
    }

    public Seed seed() {
        return terms.seed();
    }

    public BatchSimulationSettings settings() {
        return terms.settings();
    }

    public Timeline timeline() {
        return timeline;
    }

    public Fields facts() {
        return facts;
    }

    public List<InputProblem> problems() {
        return problems;
    }

    public JobStage stage(Instant now) {
        return interference.map(what -> what.stage(timeline, now)).orElseGet(() -> timeline.at(now));
    }

    /// Does something to the job; false when it has ended already, or is being cancelled and cannot be again.
    public boolean interfere(Intervention what) {
        SimulatedJobState state = stage(what.at()).state();
        boolean again = what.kind() == Intervention.Kind.CANCEL && state == SimulatedJobState.CANCELLING;
        if (what.kind() == Intervention.Kind.VANISH || (!state.isTerminal() && !again)) {
            interference = Optional.of(what);
            return true;
        }
        return false;
    }

    /// When its owner wished it to be cancelled.
    public Optional<Instant> cancelled() {
        return interference
                .filter(what -> what.kind() == Intervention.Kind.CANCEL)
                .map(Intervention::at);
    }

    /// Whether the service still knows of it.
    public boolean isThere() {
        return !deleted
                && interference
                        .filter(what -> what.kind() == Intervention.Kind.VANISH)
                        .isEmpty();
    }

    public void delete() {
        deleted = true;
    }

    /// Makes the job show `status`, whatever its own is.
    public void show(String status) {
        shown = Optional.of(status);
    }

    public Optional<String> shown() {
        return shown;
    }

    /// Whether it is due to be billed; true once.
    boolean isToBeBilled(Instant now) {
        if (billed || !stage(now).state().isTerminal()) {
            return false;
        }
        billed = true;
        return true;
    }

    /// What the rows come to that are done in `stage`; what is done is billed at half price, whatever the
    /// job's end.
    public Progress progress(JobStage stage) {
        int succeeded = 0;
        Map<String, TokenUsage> usages = new LinkedHashMap<>();
        Map<String, Long> calls = new LinkedHashMap<>();
        for (int rank = 0; rank < stage.done(); rank++) {
            if (tally.isDone(order[rank])) {
                succeeded++;
                calls.merge(tally.model(order[rank]), 1L, Long::sum);
                usages.merge(tally.model(order[rank]), tally.usage(order[rank]), TokenUsage::plus);
            }
        }
        var charges = new ArrayList<Charge>();
        usages.forEach((model, usage) ->
                charges.add(Charge.batch(account().service(), model, calls.getOrDefault(model, 0L), usage)));
        return new Progress(
                succeeded,
                stage.done() - succeeded,
                rows.count() - stage.done(),
                usages.values().stream().reduce(TokenUsage.NONE, TokenUsage::plus),
                charges);
    }

    /// The length of the results called `name`, which is counted once.
    long length(String name, Supplier<Long> count) {
        Long known = lengths.get(name);
        long length = known == null ? count.get() : known;
        lengths.put(name, length);
        return length;
    }

    int rows() {
        return rows.count();
    }

    long promptTokens() {
        return tally.promptTokens();
    }

    /// The row that is done as number `rank`, from 0.
    int row(int rank) {
        return order[rank];
    }

    Seed seed(int row) {
        return rows.seed(row);
    }

    RowKind kind(int rank, JobStage stage) {
        if (rank >= stage.done()) {
            return RowKind.NOT_RUN;
        }
        return tally.isDone(order[rank]) ? RowKind.DONE : RowKind.REFUSED;
    }

    JobRows.Worked worked(int row, RowKind kind, JobStage stage) {
        return kind == RowKind.NOT_RUN
                ? new JobRows.Worked(rows.id(row), new RowResult.NotRun(stage.state()))
                : rows.work(row);
    }
}
