package dev.rowan.testkit.graph;

/// What a [SimulatedRun] does wrong.
enum PlantedBug {
    NONE,
    DOUBLE_FIRE,
    UNREPORTED_LOSS,
    FORGOTTEN_MEMBER,
    SAFETY_ERROR_WALKS_ON,
    RESET_TIMER,
    SKIPPED_SAFETY_BRANCH,
    REUSED_PART
}
