// Tells ThreadSanitizer what Synchronization.Mutex does on Linux when threads meet at a lock.
//
// The quick way of a Mutex is compiled into our code, and seen. The slow way is in the library that
// comes with Swift, which is not instrumented: the sanitizer misses that the next holder comes after
// the last, and takes everything behind a contended lock for a race. Preloaded, these functions
// stand before those of the library. Nothing is hidden: real races are still reported.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define MUTEX "$s15Synchronization12_MutexHandleV"
#define LOCK MUTEX "9_lockSlowyys6UInt32VF"     // _MutexHandle._lockSlow(UInt32)
#define TRY_LOCK MUTEX "12_tryLockSlowSbyF"     // _MutexHandle._tryLockSlow() -> Bool
#define UNLOCK MUTEX "11_unlockSlowyyF"         // _MutexHandle._unlockSlow()

// Weak: processes that are not built with the sanitizer are started with this library as well.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

SWIFT void lockSlow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void lockSlow(uint32_t thread, SELF) {
  SWIFT void (*original)(uint32_t, SELF);
  *(void **)&original = dlsym(RTLD_NEXT, LOCK);
  original(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT _Bool tryLockSlow(SELF) __asm__(TRY_LOCK);
SWIFT _Bool tryLockSlow(SELF) {
  SWIFT _Bool (*original)(SELF);
  *(void **)&original = dlsym(RTLD_NEXT, TRY_LOCK);
  _Bool locked = original(self);
  if (locked && __tsan_acquire) __tsan_acquire(self);
  return locked;
}

SWIFT void unlockSlow(SELF) __asm__(UNLOCK);
SWIFT void unlockSlow(SELF) {
  SWIFT void (*original)(SELF);
  *(void **)&original = dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(self);
  original(self);
}
