/// Batch jobs: the state machine, and what people are shown of a job and may decide about it.
///
/// A job is the fold of its recorded steps ([JobStep], [JobCodec], [JobState]); [JobTransitions] says what is done
/// next.
///
/// ```
/// PLANNED ► UPLOADING ► UPLOADED ► CREATING ► WATCHED ► ENDED ► DOWNLOADED ► SETTLED
///    ▲                     ▲ ▲         │                  │ ▲        │
///    │ resubmitted         │ └─delayed─┘                  │ └file_lost
///   HELD ◄ any phase       └──────────requeued────────────┘
/// ```
@NullMarked
package dev.rowan.engine.jobs;

import org.jspecify.annotations.NullMarked;
