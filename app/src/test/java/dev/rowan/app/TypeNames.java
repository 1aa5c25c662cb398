package dev.rowan.app;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Conditions on the simple names of types: unique, and in the words of the field.
final class TypeNames {
    /// Names that several public top-level types may share, each with a reason in a comment. None so far.
    private static final Set<String> MAY_BE_SHARED = Set.of();

    /// Names that are not used any more, each with the word of the field.
    private static final Map<String, String> RETIRED = Map.ofEntries(
            Map.entry("Against", "VerifyInputs"),
            Map.entry("Anew", "Fresh"),
            Map.entry("Armed", "FaultInjection"),
            Map.entry("Ask", "…Request"),
            Map.entry("AskedRow", "ComparedRow"),
            Map.entry("AutoPilot", "AutoModeController"),
            Map.entry("BackOff", "BackoffWait"),
            Map.entry("Begun", "StartedRun, OpenedRun"),
            Map.entry("Beside", "RunObservers"),
            Map.entry("BookDuplicate", "RecordDuplicateCost"),
            Map.entry("CallDesk", "CallContext"),
            Map.entry("CallPast", "RecordedCall"),
            Map.entry("Carried", "PlanningRow"),
            Map.entry("Checkup", "EnvironmentCheck"),
            Map.entry("Cleaned", "CleanupResult"),
            Map.entry("Cleaning", "PayloadCleanup"),
            Map.entry("Clipped", "ClippedText"),
            Map.entry("Closing", "ResourceCloser, …Shutdown"),
            Map.entry("ConnectFailure", "NotSentReason"),
            Map.entry("Conversation", "HttpExchange"),
            Map.entry("Crossing", "LimitCrossing"),
            Map.entry("Desk", "…Dispatcher, …Context"),
            Map.entry("Digested", "RowDigest"),
            Map.entry("Earlier", "EarlierVisits"),
            Map.entry("Extent", "DetailLevel"),
            Map.entry("Facts", "a record with named components"),
            Map.entry("FailureStands", "RecordedFailureException"),
            Map.entry("Fate", "SendOutcome"),
            Map.entry("Filing", "BodyFileWriter"),
            Map.entry("Flavour", "…Variant"),
            Map.entry("Flights", "InFlightCounter"),
            Map.entry("FoundThreshold", "CalibrationReport"),
            Map.entry("Gathering", "ResultCollector"),
            Map.entry("GoOn", "Resume"),
            Map.entry("GoingOn", "RunResumer"),
            Map.entry("Handled", "HandledRequest"),
            Map.entry("Happening", "…Event"),
            Map.entry("Hindered", "NotConnectedException"),
            Map.entry("Hindrance", "NotSentReason"),
            Map.entry("HurriedTime", "AcceleratedTime"),
            Map.entry("Intake", "WriteQueue"),
            Map.entry("JobDesk", "JobContext"),
            Map.entry("JobFold", "JobState"),
            Map.entry("JobNews", "JobEvents"),
            Map.entry("JobOffice", "JobController"),
            Map.entry("JobWords", "JobLabels"),
            Map.entry("Judgement", "SendResult"),
            Map.entry("LandscapePlace", "LandscapeLocation"),
            Map.entry("Leaving", "OrderedRelease"),
            Map.entry("LeftRow", "ReleasedRow"),
            Map.entry("Lending", "SessionPool"),
            Map.entry("Levers", "RunControls"),
            Map.entry("Logins", "UrlCredentials"),
            Map.entry("Manners", "ServiceQuirks"),
            Map.entry("Messenger", "NotificationSender"),
            Map.entry("Nap", "InterruptibleSleep"),
            Map.entry("Needle", "SearchTerm"),
            Map.entry("NoRoom", "RateLimited"),
            Map.entry("Observed", "RunEvent"),
            Map.entry("Occurrences", "RequestCounter"),
            Map.entry("OrderTaker", "ControlRequestHandler"),
            Map.entry("Outbox", "TelemetryQueue"),
            Map.entry("Outlet", "LineSink"),
            Map.entry("Outside", "…Environment"),
            Map.entry("Paint", "AnsiStyle"),
            Map.entry("Places", "RowPositions"),
            Map.entry("Purse", "BudgetView"),
            Map.entry("ReadBack", "ValueReloader"),
            Map.entry("Replaying", "ReplayRun"),
            Map.entry("Room", "QuotaReservation, …Capacity"),
            Map.entry("RowHeads", "RowPreviews"),
            Map.entry("RowLife", "RowHistoryView"),
            Map.entry("RowStory", "RowHistory"),
            Map.entry("RowWalk", "RowPlanner"),
            Map.entry("RunOrders", "ControlRequestStore"),
            Map.entry("RunWatch", "RunSupervisor"),
            Map.entry("Running", "RunExecutor"),
            Map.entry("SearchHunt", "SearchTask"),
            Map.entry("SentForm", "LlmRequestForm"),
            Map.entry("Serving", "ServingConditions"),
            Map.entry("Severed", "CutConnection"),
            Map.entry("Sketch", "Diagram"),
            Map.entry("Standing", "…Progress, …State, …Status"),
            Map.entry("Standstill", "FileFreeze"),
            Map.entry("StillWaiting", "ParkedCallFilter"),
            Map.entry("Stories", "RowHistories"),
            Map.entry("Surroundings", "RunEnvironment, …Context"),
            Map.entry("TakenAnswersBench", "AnswerReuseBench"),
            Map.entry("TaskWalk", "TaskRunner"),
            Map.entry("Telling", "RunEventPublisher"),
            Map.entry("TokenWalk", "TokenRunner"),
            Map.entry("Told", "…Event, …History"),
            Map.entry("Tripwire", "SharedCircuitBreaker"),
            Map.entry("Troubles", "…ErrorHandler"),
            Map.entry("Truth", "Condition"),
            Map.entry("Turns", "TaskCounter"),
            Map.entry("Twist", "FaultVariation"),
            Map.entry("UnrelatedBatch", "FoundBatch"),
            Map.entry("Upkeep", "Maintenance"),
            Map.entry("Walked", "TokenResult"),
            Map.entry("Walks", "RowScheduler"),
            Map.entry("Ways", "OutcomeCounts"));

    private TypeNames() {}

    /// Of public top-level types, no two have the same simple name; nested ones are read with their outer type's.
    static ArchCondition<JavaClass> areUnique() {
        return new ArchCondition<>("have a simple name that no other public type has") {
            private final Map<String, Set<String>> packages = new HashMap<>();

            @Override
            public void init(Collection<JavaClass> types) {
                types.stream()
                        .filter(type -> type.isTopLevelClass() && isPublic(type))
                        .forEach(type -> packages.computeIfAbsent(type.getSimpleName(), _ -> new TreeSet<>())
                                .add(type.getName()));
            }

            @Override
            public void check(JavaClass type, ConditionEvents events) {
                Set<String> same = packages.getOrDefault(type.getSimpleName(), Set.of());
                if (same.size() > 1 && same.contains(type.getName()) && !MAY_BE_SHARED.contains(type.getSimpleName())) {
                    events.add(SimpleConditionEvent.violated(type, String.join(" and ", same) + " share a name"));
                }
            }
        };
    }

    /// No top-level type, and no other that is visible outside its package, has a retired name.
    static ArchCondition<JavaClass> areNotRetired() {
        return new ArchCondition<>("have no retired name") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                Optional.ofNullable(RETIRED.get(type.getSimpleName()))
                        .filter(_ -> type.isTopLevelClass() || isVisible(type))
                        .ifPresent(word -> events.add(SimpleConditionEvent.violated(
                                type, type.getName() + " has a retired name; use " + word + " or the like")));
            }
        };
    }

    private static boolean isVisible(JavaClass type) {
        return isPublic(type)
                && type.getEnclosingClass().map(TypeNames::isVisible).orElse(true);
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC);
    }
}
